// MartletCore tests
