// The implementation that belongs to the declaration in the document. It manages memory by hand.
@declaration
@snippet
