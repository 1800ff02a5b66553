"""Retrieve: what did the server really send, from where, when?

`fetch` follows one URL hop by hop through a transport, archives every hop (`warc`), undoes the content coding
(`coding`), says what the bytes are (`sniff`) and whether they are the page at all (`outcome`).
"""
