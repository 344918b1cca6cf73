// Authoring
