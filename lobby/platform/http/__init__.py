"""What applies to every request and response: headers, origin checks, paging, and refusals of sockets."""
