// Snippets that declare and implement by themselves.
@snippet
