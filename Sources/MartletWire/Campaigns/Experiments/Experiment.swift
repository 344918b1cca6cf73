// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// The experiment of a campaign: which part of its people gets which variant, and which part gets
  /// nothing. Servers assign people to the arms; devices only receive their person's
  /// `ExperimentArm`.
  ///
  /// The shares of variants and control add up to `wholeShare`.
  public struct Experiment: Equatable, Sendable {
    /// Random, made by the server. A new id assigns everybody again.
    public var id: String
    public var variants: [Variant]
    /// The part of the people who get nothing, for comparison.
    public var control: Int
    /// The part of the people who get nothing, also after the experiment has ended. Drawn
    /// independently, before the variants.
    public var holdout: Int
    /// True if nothing else is shown when control withholds the message. Otherwise the next
    /// campaign gets its turn.
    public var keepsTurn: Bool
    /// How many people each arm must have for the final view. nil: there is none, and results are
    /// read in the running view.
    public var plannedPeople: Int?
    /// Whether the server gives the variant that has won to everybody who has no arm yet.
    public var choosesWinner: Bool
    /// The variant that the server chose so. nil: it chose none, or the choice was undone.
    public var winner: String?
    /// The shares that people were divided by before, oldest first. Made by the server.
    public var epochs: [Epoch]
    public var unknown: UnknownFields

    public init(
      id: String = "", variants: [Variant], control: Int = 0, holdout: Int = 0, keepsTurn: Bool = false,
      plannedPeople: Int? = nil,
      choosesWinner: Bool = false, winner: String? = nil, epochs: [Epoch] = [], unknown: UnknownFields = [:]
    ) {
      self.id = id
      self.variants = variants
      self.control = control
      self.holdout = holdout
      self.keepsTurn = keepsTurn
      self.plannedPeople = plannedPeople
      self.choosesWinner = choosesWinner
      self.winner = winner
      self.epochs = epochs
      self.unknown = unknown
    }

    /// Asks the server for a new id.
    public static let newID = "new"
    /// The share of everybody.
    public static let wholeShare = 10_000
    /// The most variants, without control.
    public static let mostVariants = 8

    /// A part of the people, with what they get of what the experiment compares.
    public struct Variant: Equatable, Sendable {
      /// 1 to 32 characters of `[0-9a-z-]`. Not a word of `ExperimentArm`.
      public var id: String
      /// For people.
      public var name: String?
      public var share: Int
      /// nil: the campaign's own message.
      public var message: Message?
      /// nil: the campaign's own push.
      public var push: PushNotification?
      /// nil: the campaign's own banner, if it has one.
      public var banner: Banner?
      /// nil: the campaign's own content, if it has some.
      public var content: Content?
      /// nil: the campaign's own data, if it has some.
      public var data: DataPush?
      /// Its texts in other languages. Texts that it has in common with the campaign also have the
      /// campaign's translations.
      public var languages: Translations
      public var unknown: UnknownFields

      public init(
        id: String, name: String? = nil, share: Int, message: Message? = nil, push: PushNotification? = nil,
        banner: Banner? = nil,
        content: Content? = nil, data: DataPush? = nil, languages: Translations = [:],
        unknown: UnknownFields = [:]
      ) {
        self.id = id
        self.name = name
        self.share = share
        self.message = message
        self.push = push
        self.banner = banner
        self.content = content
        self.data = data
        self.languages = languages
        self.unknown = unknown
      }
    }

    /// A time in which people were divided by other shares than now.
    public struct Epoch: Equatable, Sendable {
      /// When the shares changed.
      public var until: Instant
      public var control: Int
      public var holdout: Int
      /// One for each variant that there was.
      public var variants: [Share]
      public var unknown: UnknownFields

      public init(
        until: Instant, control: Int = 0, holdout: Int = 0, variants: [Share], unknown: UnknownFields = [:]
      ) {
        self.until = until
        self.control = control
        self.holdout = holdout
        self.variants = variants
        self.unknown = unknown
      }
    }

    /// The share of a variant in an epoch.
    public struct Share: Equatable, Sendable {
      /// The variant's.
      public var id: String
      public var share: Int
      public var unknown: UnknownFields

      public init(id: String, share: Int, unknown: UnknownFields = [:]) {
        self.id = id
        self.share = share
        self.unknown = unknown
      }
    }

    /// The most epochs that are kept, and so the most changes of shares.
    public static let mostEpochs = 20
  }

  /// The arm of a campaign's experiment that a device's person is in.
  public struct ExperimentArm: Equatable, Sendable {
    /// `Experiment.id`.
    public var experimentID: String
    /// The id of a variant, or `control`, `holdout` or `global_holdout`.
    public var name: String
    /// True if the person gets nothing of what is compared, and it is only recorded when they would
    /// have.
    public var isWithheld: Bool
    /// `Experiment.keepsTurn`.
    public var keepsTurn: Bool
    /// Only if nothing is shown, and what the others see is no message: which surfaces they have.
    public var form: Open<ReachTraits.Form>?
    public var unknown: UnknownFields

    public init(
      experimentID: String, name: String, isWithheld: Bool = false, keepsTurn: Bool = false,
      form: Open<ReachTraits.Form>? = nil,
      unknown: UnknownFields = [:]
    ) {
      self.experimentID = experimentID
      self.name = name
      self.isWithheld = isWithheld
      self.keepsTurn = keepsTurn
      self.form = form
      self.unknown = unknown
    }

    /// The part of an experiment's people who get nothing, for comparison.
    public static let control = "control"
    /// The part of the campaign's people who get nothing, also after the experiment.
    public static let holdout = "holdout"
    /// The part of all people who get no campaign.
    public static let globalHoldout = "global_holdout"
    /// The arms that get nothing.
    public static let withheldNames = [control, holdout, globalHoldout]
  }
}

extension Wire.Experiment: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(variants: []), unknown: \.unknown,
    .field(
      "id", \.id,
      "Random, made by the server. Absent: the id stays. `new`: the server makes another one, and everybody is assigned again."
    ),
    .field("variants", \.variants, "One to eight variants.", .required),
    .field(
      "control", \.control, "The share that gets nothing. Shares count ten-thousandths.", .written,
      .range(0...Int64(wholeShare))),
    .field(
      "holdout", \.holdout,
      "The share that gets nothing, drawn before the variants and independently of them.", .written,
      .range(0...Int64(wholeShare))),
    .field("keeps_turn", \.keepsTurn, "True: when the message is withheld, no other campaign gets its turn."),
    .field(
      "planned_people", \.plannedPeople,
      "How many people each arm must have for the final view. Absent: there is no final view.",
      .optional,
      .range(1...1_000_000_000)),
    .field(
      "automatic_winner", \.choosesWinner,
      "True: the server gives the variant that has won to everybody who has no arm yet."),
    .field(
      "winner", \.winner, "The variant that the server chose. Removing it undoes the choice.", .optional,
      .text(Wire.Limits.wordLength)),
    .field(
      "epochs", \.epochs, "The shares before they changed, oldest first. Made by the server; ignored if sent."
    ))
}

extension Wire.Experiment.Epoch: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(until: Instant(milliseconds: 0), variants: []), unknown: \.unknown,
    .field("until", \.until, "When the shares changed.", .required),
    .field(
      "control", \.control, "The share that got nothing.", .written,
      .range(0...Int64(Wire.Experiment.wholeShare))),
    .field(
      "holdout", \.holdout, "The share that was held out.", .written,
      .range(0...Int64(Wire.Experiment.wholeShare))),
    .field("variants", \.variants, "The share of each variant that there was.", .required))
}

extension Wire.Experiment.Share: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", share: 0), unknown: \.unknown,
    .field("id", \.id, "The variant.", .required),
    .field(
      "share", \.share, "Its share, in ten-thousandths.", .required,
      .range(0...Int64(Wire.Experiment.wholeShare))))
}

extension Wire.Experiment.Variant: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: "", share: 0), unknown: \.unknown,
    .field("id", \.id, "1 to 32 characters of `[0-9a-z-]`.", .required),
    .field("name", \.name, "For people.", .optional, .text(Wire.Limits.nameLength)),
    .field(
      "share", \.share, "The share. All shares and `control` add up to 10,000.", .required,
      .range(0...Int64(Wire.Experiment.wholeShare))),
    .field("message", \.message, "The message. Absent: the campaign's."),
    .field("push", \.push, "Of an experiment of pushes: the push. Absent: the campaign's."),
    .field(
      "banner", \.banner, "Of an experiment of announcements or surveys: the banner. Absent: the campaign's."),
    .field(
      "content", \.content,
      "Of an experiment of announcements: a text or a page. Of an experiment of surveys: a survey. Absent: the campaign's."
    ),
    .field("data", \.data, "Of an experiment of data: the data. Absent: the campaign's."),
    .field(
      "languages", \.languages,
      "Its texts in other [languages](languages.md), as in the campaign. Texts like the campaign's need none."
    ))
}

extension Wire.ExperimentArm: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(experimentID: "", name: ""), unknown: \.unknown,
    .field("experiment_id", \.experimentID, "The experiment.", .required, .text(Wire.Limits.nameLength)),
    .field(
      "name", \.name, "The id of the variant, or `control`, `holdout` or `global_holdout`.", .required,
      .text(Wire.Limits.wordLength)),
    .field(
      "withheld", \.isWithheld,
      "True: the person gets nothing of what is compared. It is only recorded when they would have."),
    .field("keeps_turn", \.keepsTurn, "True: when it is withheld, no other campaign gets its turn."),
    .field(
      "form", \.form,
      "Only in arms that get nothing, if the others see no message: the surfaces that the others have. The campaign has none of them then."
    )
  )
}
