// StoreSQLite
