// MartletKit
