// MartletWire tests
