// MartletServer
