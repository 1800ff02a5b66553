"""Whatever contacts an address that came from a page, a result, a model or a user.

| module      | does                                                                        |
|-------------|-----------------------------------------------------------------------------|
| `guard`     | pure: may this URL, host, address be contacted?                             |
| `network`   | guarded HTTP/1.1 client: resolve once, judge, dial only what was judged      |
| `mirror`    | the same protocol over a folder that mirrors a site                         |
| `browser`   | the same protocol over a Chromium without a network of its own (optional)    |
| `replay`    | the same protocol over WARC files                                           |
| `warc_file` | reads WARC files of others, damage included                                 |
| `archive_index` | where the records of such a file lie, kept beside it                    |
| `zipped`    | the bytes of a file in a ZIP archive, as far as they can be unpacked         |
| `importing` | takes in other people's WARC and WACZ files, for `replay`                   |
| `route`     | sends each request to the one of them that is responsible for its URL       |
| `operator`  | clients for endpoints the operator configured: one origin each              |

Nothing else in loccit builds an HTTP client.
"""
