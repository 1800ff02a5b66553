"""Search services with an interface for programs, each as two pure functions over JSON.

A reply is kept as it came; what is read out of it here is a reading. A reply of a shape that is not known is
``unrecognised_layout``, never an empty success.
"""
