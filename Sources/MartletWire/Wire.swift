// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The device protocol, version 1. Its forms are frozen by golden files and described in
/// `docs/wire.md`.
///
/// Every object keeps unknown fields and writes them back. Every enumeration keeps unknown values.
/// New fields are always optional. Keys and enumerated values are in snake_case. Instants are
/// milliseconds since the Unix epoch.
public enum Wire {
  /// The protocol version of this code.
  public static let version = 1
}

extension Wire {
  /// All limits of the protocol. `docs/wire.md` has the same table.
  public enum Limits {
    /// Events in a request.
    public static let eventsPerRequest = 500
    /// Bytes of a request's body, after decompression.
    public static let bodyBytes = 1_048_576
    /// Bytes of an event in compact form.
    public static let eventBytes = 32_768
    /// Characters (here and below: Unicode scalars) of an event name, a product id, a campaign id,
    /// a button id or a field of the device.
    public static let nameLength = 255
    /// Characters of an id from the SDK.
    public static let idLength = 64
    /// Characters of a user id.
    public static let userIDLength = 255
    /// Characters of an enumerated value: kinds, outcomes, reasons, causes, verdicts.
    public static let wordLength = 64
    /// Characters of an outcome's detail.
    public static let outcomeDetailLength = 200
    /// Characters of a property key and of an attribute key.
    public static let keyLength = 255
    /// Levels of nested lists and objects in properties, including the properties object itself.
    public static let propertyDepth = 8
    /// Elements of a list in properties.
    public static let listValues = 250
    /// Bytes of an attribute in compact form, after all changes.
    public static let attributeBytes = 32_768
    /// Units of a purchase.
    public static let quantity = 1...100
    /// The minimum price of one unit.
    public static let leastPrice = 0.0
    /// Names of events and keys of properties must not start with this.
    public static let reservedPrefix = "$"
    /// Levels of nested lists and objects in any document.
    public static let jsonDepth = 32
    /// Characters of a number.
    public static let numberLength = 400
    /// Milliseconds since the Unix epoch: 1970-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
    public static let instants: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Milliseconds since the Unix epoch of a date in properties, such as a birthday:
    /// 0001-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
    public static let propertyDates: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// Bytes of all candidates of a decision record. Further candidates are counted in
    /// `omitted_candidates`.
    public static let decisionBytes = 24_576
    /// Bytes of a value in a candidate's detail. Longer strings are cut. Other longer values are
    /// left out and listed in `omitted`.
    public static let detailBytes = 256
    /// Characters of an additional bridge name, and of an additional ready event.
    public static let bridgeNameLength = 64
    /// The number of additional bridge names of a message, and of additional ready events.
    public static let bridgeNames = 8

    // Limits for authors. Devices accept more.

    /// Characters of a URL in a push notification, whose payload has up to 4,096 bytes.
    public static let pushURLLength = 2_000
    /// Characters of a header.
    public static let headerLength = 200
    /// Characters of the description of an image.
    public static let imageAltLength = 500
    /// Characters of a language tag.
    public static let languageLength = 35
    /// Buttons that a message can show.
    public static let buttons = 2
    /// Characters of a button's text.
    public static let buttonTextLength = 60
    /// The seconds after which a message can close automatically.
    public static let closeSeconds = 1.0...3_600.0
    /// Extras of a message.
    public static let extras = 50
    /// Characters of the text of a banner or a push notification.
    public static let bannerTextLength = 4_000
    /// Characters of the body of an announcement, a survey or data.
    public static let contentBodyLength = 65_535
    /// Characters of a button of an announcement or survey, and of the labels of a rating.
    public static let contentLabelLength = 64
    /// Questions of a survey.
    public static let questions = 50
    /// Choices of a question.
    public static let choices = 50
    /// Characters of a question, of its explanation, and of a choice.
    public static let questionLength = 500
    /// Characters of the id of a question or choice.
    public static let questionIDLength = 64
    /// Characters of a category of banners, content and data.
    public static let categoryLength = 64
    /// Screens to which a campaign can be restricted.
    public static let screens = 50
    /// Asset URLs of an HTML message.
    public static let assets = 50

    /// True if the text is not empty and has up to `length` characters.
    public static func allow(_ text: String, upTo length: Int) -> Bool {
      !text.isEmpty && (text.utf8.count <= length || text.unicodeScalars.count <= length)
    }

    /// True if the text has 1 to `length` visible ASCII characters.
    static func allowInHeader(_ text: String, upTo length: Int) -> Bool {
      (1...length).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// True if apps cannot use this name of an event or key of a property.
    public static func isReserved(_ name: String) -> Bool {
      name.unicodeScalars.starts(with: reservedPrefix.unicodeScalars)
    }

    /// Whether APNs could accept a text as a device token: an even number of hexadecimal digits, up
    /// to 200.
    public static func isPushToken(_ text: String) -> Bool {
      let digits = text.utf8
      return (2...200).contains(digits.count) && digits.count.isMultiple(of: 2)
        && digits.allSatisfy {
          UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= ($0 | 0x20)
        }
    }
  }
}
