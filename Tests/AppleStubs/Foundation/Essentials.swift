// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What the toolchain's own Foundation provides: values that are written in Swift and are the same
// on Apple's systems. One line for each type, so that a type of Linux only, or one that is a class
// of Objective-C on Apple's systems (FileManager, ProcessInfo), does not appear.

// page: foundation/attributecontainer
@_exported import struct FoundationEssentials.AttributeContainer
// page: foundation/attributedynamiclookup
@_exported import enum FoundationEssentials.AttributeDynamicLookup
// page: foundation/attributescope
@_exported import protocol FoundationEssentials.AttributeScope
// page: foundation/attributescopes
@_exported import enum FoundationEssentials.AttributeScopes
// page: foundation/attributedstring
@_exported import struct FoundationEssentials.AttributedString
// page: foundation/attributedstringkey
@_exported import protocol FoundationEssentials.AttributedStringKey
// page: foundation/calendar
@_exported import struct FoundationEssentials.Calendar
// page: foundation/cocoaerror
@_exported import struct FoundationEssentials.CocoaError
// page: foundation/contiguousbytes
@_exported import protocol FoundationEssentials.ContiguousBytes
// page: foundation/data
@_exported import struct FoundationEssentials.Data
// page: foundation/dataprotocol
@_exported import protocol FoundationEssentials.DataProtocol
// page: foundation/date
@_exported import struct FoundationEssentials.Date
// page: foundation/datecomponents
@_exported import struct FoundationEssentials.DateComponents
// page: foundation/dateinterval
@_exported import struct FoundationEssentials.DateInterval
// page: foundation/decimal
@_exported import struct FoundationEssentials.Decimal
// page: foundation/indexpath
@_exported import struct FoundationEssentials.IndexPath
// page: foundation/jsondecoder
@_exported import class FoundationEssentials.JSONDecoder
// page: foundation/jsonencoder
@_exported import class FoundationEssentials.JSONEncoder
// page: foundation/locale
@_exported import struct FoundationEssentials.Locale
// page: foundation/mutabledataprotocol
@_exported import protocol FoundationEssentials.MutableDataProtocol
// page: foundation/posixerror
@_exported import struct FoundationEssentials.POSIXError
// page: foundation/timezone
@_exported import struct FoundationEssentials.TimeZone
// page: foundation/url
@_exported import struct FoundationEssentials.URL
// page: foundation/urlcomponents
@_exported import struct FoundationEssentials.URLComponents
// page: foundation/urlqueryitem
@_exported import struct FoundationEssentials.URLQueryItem
// page: foundation/uuid
@_exported import struct FoundationEssentials.UUID
