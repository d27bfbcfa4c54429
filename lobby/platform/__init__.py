"""What any site has, whatever is played on it: the process, its sockets, HTTP, files, characters, storage. Imports nothing of the lobby."""
