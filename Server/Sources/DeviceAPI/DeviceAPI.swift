// DeviceAPI
