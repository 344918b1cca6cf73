// MartletTesting
