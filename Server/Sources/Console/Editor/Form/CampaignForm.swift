// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The editor's form: every field as the text that somebody typed, also where that text means nothing.
///
/// What a campaign holds is read from it with `reading(over:)` and written into it with `init(_:)`; both are pure. Nothing of an existing campaign that
/// the form has no field for is lost on the way.
struct CampaignForm: Hashable, Sendable {
  var name = ""
  var kind = Wire.Message.Kind.modal.rawValue
  var header = ""
  var headerAlignment = Wire.Message.Alignment.center.rawValue
  /// Of every kind but HTML, whose page it outlives.
  var text = ""
  var textAlignment = Wire.Message.Alignment.center.rawValue
  /// Of an HTML message; kept while the kind is another.
  var page = PageFields()
  var language = ""
  var imageURL = ""
  var imageAlt = ""
  var icon = ""
  var slideFrom = Wire.Message.SlideFrom.bottom.rawValue
  var action = ActionFields()
  var close = Wire.Close.Kind.user.rawValue
  var closeSeconds = ""
  var orientation = Wire.Message.Orientation.any.rawValue
  /// A `Motion`.
  var motion = Motion.both.rawValue
  var buttons = [ButtonFields(), ButtonFields()]
  var colours = ColourFields<ThemeSlot>()
  var extras: [ExtraFields] = []
  var triggers = [TriggerFields()]
  var bucket = Wire.Priority.Bucket.medium.rawValue
  var order = ""
  /// A `Clock`: which of the times count.
  var clock = Clock.utc.rawValue
  var startsAt = ""
  var endsAt = ""
  var startsAtLocal = ""
  var endsAtLocal = ""
  /// From the trigger to the display.
  var delay = DurationFields(unit: .minutes)
  /// What takes a message back while the delay runs.
  var exceptions: [TriggerFields] = []
  /// After a device received the campaign.
  var expires = DurationFields(unit: .days)
  /// After the trigger.
  var showWithin = DurationFields(unit: .hours)
  /// When of a day it is not shown.
  var quietHours: [QuietHoursFields] = []
  /// How often one person may see it; what somebody begins is shown once unless they want more.
  var again = Wire.ReEligibility.Kind.once.rawValue
  var againAfter = DurationFields(unit: .days)
  var caps: [CapFields] = []
  /// Separated by commas.
  var tags = ""
  /// The server writes the message at display.
  var isPersonalised = false

  /// What belongs to an HTML message alone.
  struct PageFields: Hashable, Sendable {
    var html = ""
    var baseURL = ""
    /// One address a line.
    var assets = ""
    /// What it may do, by the names of the wire.
    var allows: Set<String> = []
    /// Further names of the bridge, and of its event; one a line.
    var bridgeNames = ""
    var readyEvents = ""
    /// Its links follow the rules of pages that come as an archive.
    var isLegacy = false
  }

  /// When a message moves.
  enum Motion: String, CaseIterable, Sendable {
    case both, enters, leaves, none

    init(enters: Bool, leaves: Bool) {
      self = enters ? leaves ? .both : .enters : leaves ? .leaves : .none
    }

    var enters: Bool { self == .both || self == .enters }
    var leaves: Bool { self == .both || self == .leaves }
  }

  /// Whose clock start and end are told by.
  enum Clock: String, CaseIterable, Sendable {
    case utc, device, both

    var countsUTC: Bool { self != .device }
    var countsDevice: Bool { self != .utc }
  }

  /// A length of time as a number and a unit of `TimeUnit`.
  struct DurationFields: Hashable, Sendable {
    var count = ""
    var unit: String

    init(count: String = "", unit: TimeUnit) {
      self.count = count
      self.unit = unit.rawValue
    }
  }

  /// At most so many impressions in a stretch of time.
  struct CapFields: Hashable, Sendable {
    var limit = ""
    var within = Wire.Cap.Window.day.rawValue
    /// A cap that the fields cannot say, as JSON; stays as it is.
    var kept = ""

    var isBlank: Bool { limit.isEmpty && kept.isEmpty }
  }

  /// What a click does.
  struct ActionFields: Hashable, Sendable {
    var choice = ActionChoice.close.rawValue
    var url = ""
  }

  enum ActionChoice: String, CaseIterable, Sendable {
    case close
    case browser
    case webView = "web_view"
    case deepLink = "deep_link"
    /// Something that this form cannot say; stays as it is.
    case kept
  }

  struct ButtonFields: Hashable, Sendable {
    var text = ""
    var action = ActionFields()
    var colours = ColourFields<ButtonSlot>()

    /// A button that nobody wrote.
    var isBlank: Bool { text.isEmpty && action == ActionFields() && colours.isBlank }
  }

  /// Colours by what they colour; what is not there is the SDK's own.
  struct ColourFields<Slot: Hashable & Sendable>: Hashable, Sendable {
    var light: [Slot: String] = [:]
    var dark: [Slot: String] = [:]
    /// The light colours are used in dark surroundings too.
    var darkIsLight = false

    var isBlank: Bool { light.isEmpty && dark.isEmpty && !darkIsLight }
  }

  enum ThemeSlot: String, CaseIterable, Sendable {
    case background
    case headerText = "header_text"
    case text
    case icon
    case iconBackground = "icon_background"
    case closeButton = "close_button"
    case frame
  }

  enum ButtonSlot: String, CaseIterable, Sendable {
    case background, text, border
  }

  struct ExtraFields: Hashable, Sendable {
    var key = ""
    var value = ""

    var isBlank: Bool { key.isEmpty && value.isEmpty }
  }

  struct TriggerFields: Hashable, Sendable {
    /// Blank: not chosen yet.
    var kind = ""
    var name = ""
    /// `all` or `any`.
    var match = "all"
    var conditions: [ConditionFields] = []
    /// A filter that the rows cannot say, as JSON; stays as it is, and is used instead of the rows.
    var keptFilter = ""
    /// Blank: each time; else how the number of times is compared: `at_least`, `exactly`, `every`, or `count` where nothing is said of it.
    var count = ""
    var times = ""
    /// Blank or `session`: the session; `last`: the length of time before now.
    var window = ""
    var span = DurationFields(unit: .days)
    /// What `any` and `all` are made of.
    var parts: [TriggerFields] = []
    /// The whole trigger as JSON, where the fields cannot say it: stays as it is while the kind is `kept`.
    var keptTrigger = ""

    static let kept = "kept"

    /// A row that nobody wrote.
    var isBlank: Bool {
      kind.isEmpty && name.isEmpty && keptFilter.isEmpty && conditions.allSatisfy(\.isBlank) && parts.allSatisfy(\.isBlank)
    }

    var isGroup: Bool { ["any", "all"].contains(kind) }

    var takesFilter: Bool { traits?.takesFilter ?? false }
    var takesName: Bool { traits.map { $0.name != .none } ?? false }

    private var traits: Wire.Trigger.Kind.Traits? { Wire.Trigger.Kind(rawValue: kind)?.traits }
  }

  struct ConditionFields: Hashable, Sendable {
    var path = ""
    /// A `ConditionTest`.
    var test = ConditionTest.first.name
    var value = ""

    var isBlank: Bool { path.isEmpty && value.isEmpty }
  }
}
