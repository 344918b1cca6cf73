// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Every limit of the protocol in one place; `docs/wire.md` gives the same table.
  public enum Limits {
    /// Events in one request.
    public static let eventsPerRequest = 500
    /// Bytes of one request's body, after decompression.
    public static let bodyBytes = 1_048_576
    /// Bytes of one event in compact form.
    public static let eventBytes = 32_768
    /// Characters of an event name, a product id, a campaign id, a button id, a fact of the device.
    /// A character is a Unicode scalar here and below.
    public static let nameLength = 255
    /// Characters of an id that the SDK makes.
    public static let idLength = 64
    /// Characters of a user id.
    public static let userIDLength = 255
    /// Characters of a word that the protocol defines: kinds, outcomes, reasons, causes, verdicts.
    public static let wordLength = 64
    /// Characters of an outcome's detail.
    public static let outcomeDetailLength = 200
    /// Characters of a property key and of an attribute key.
    public static let keyLength = 255
    /// Lists and objects inside one another in properties; the properties object itself is the first.
    public static let propertyDepth = 8
    /// Elements of one list in properties.
    public static let listValues = 250
    /// Bytes of an attribute in compact form, whatever changes make of it.
    public static let attributeBytes = 32_768
    /// Units of one purchase.
    public static let quantity = 1...100
    /// Least price of one unit.
    public static let leastPrice = 0.0
    /// What names of events and keys of properties may not begin with.
    public static let reservedPrefix = "$"
    /// Lists and objects inside one another in any document.
    public static let jsonDepth = 32
    /// Characters of one number.
    public static let numberLength = 400
    /// Milliseconds since the Unix epoch: 1970-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
    public static let instants: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Milliseconds since the Unix epoch of a date in properties, which may be a birthday: 0001-01-01T00:00:00.000Z to
    /// 9999-12-31T23:59:59.999Z.
    public static let propertyDates: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// Bytes of all candidates of a decision record together; the rest is counted in `omitted_candidates`.
    public static let decisionBytes = 24_576
    /// Bytes of one value in a candidate's detail; a longer string is cut, any other longer value is left out and named in `omitted`.
    public static let detailBytes = 256
    /// Characters of a name under which a page finds its bridge, and of an event that says so.
    public static let bridgeNameLength = 64
    /// Such names of one message; the same for events.
    public static let bridgeNames = 8

    // What authors may write. A device takes more.

    /// Characters of a header.
    public static let headerLength = 200
    /// Characters that say what an image shows.
    public static let imageAltLength = 500
    /// Characters of a language's name.
    public static let languageLength = 35
    /// Buttons that a message can show.
    public static let buttons = 2
    /// Characters of a button's text.
    public static let buttonTextLength = 60
    /// Seconds after which a message may close by itself.
    public static let closeSeconds = 1.0...3_600.0
    /// Pairs that a message carries for the app.
    public static let extras = 50
    /// Addresses of assets of an HTML message.
    public static let assets = 50

    /// True for a text that is not empty and has at most so many characters.
    public static func allow(_ text: String, upTo length: Int) -> Bool {
      !text.isEmpty && (text.utf8.count <= length || text.unicodeScalars.count <= length)
    }

    /// True for the name of an event, or the key of a property, that no app may use.
    public static func isReserved(_ name: String) -> Bool { name.unicodeScalars.starts(with: reservedPrefix.unicodeScalars) }
  }
}
