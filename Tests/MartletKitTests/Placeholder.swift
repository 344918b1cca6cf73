// MartletKit tests
