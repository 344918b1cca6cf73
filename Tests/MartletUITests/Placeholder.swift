// MartletUI tests
