// Snippets that begin with @: they declare and implement by themselves.
@snippet
