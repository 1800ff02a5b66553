"""Search services, each as two pure functions: the request for a result page, and the reading of the reply."""
