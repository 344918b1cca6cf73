// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Every limit on what an author writes, in one place.
public enum CampaignLimits {
  /// Characters of a campaign's name.
  public static let nameLength = 120
  public static let triggers = 10
  /// Characters of the name that a trigger waits for.
  public static let triggerNameLength = 255
  /// Characters of a text.
  public static let textLength = 2_000
  /// Lines that a slideup shows; more are cut off on a small phone.
  public static let slideupLines = 3
  /// Characters that fit into a line of a slideup on a small phone at the usual text size.
  public static let slideupLineLength = 40
  /// Characters of a modal's text that a small phone shows without scrolling.
  public static let modalTextLength = 500
  /// Bytes of an address.
  public static let addressLength = 2_048
  /// Characters of a tag.
  public static let tagLength = 50
  /// Characters of an extra's key.
  public static let extraKeyLength = 255
  /// Characters of an extra's value.
  public static let extraValueLength = 2_000
  /// Bytes of a definition as it is sent to devices, without the page of an HTML message.
  public static let definitionBytes = 65_536
  /// Bytes of all texts in other languages, with the names of their fields.
  public static let languageBytes = 1_048_576
  /// Bytes of the page of an HTML message.
  public static let pageBytes = 102_400
  /// Bytes of a page above which the author should shorten it.
  public static let pageBytesToThinkAbout = 51_200
  /// How many notes on lines of a page an author gets at a time.
  public static let pageNotes = 8
  /// The lowest contrast of text on its background: level AA of WCAG 2.2, success criterion 1.4.3.
  public static let contrast = 4.5
  /// The same for large text, such as headers.
  public static let contrastOfLargeText = 3.0
  /// The same for signs, such as a close control: success criterion 1.4.11.
  public static let contrastOfSigns = 3.0
}
