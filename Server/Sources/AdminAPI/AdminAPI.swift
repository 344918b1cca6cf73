// AdminAPI
