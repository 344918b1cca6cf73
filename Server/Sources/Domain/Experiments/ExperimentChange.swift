// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

// What a change means for people who are divided already.
extension Wire.Experiment {
  /// The experiment as it is stored after authors changed the present one. What only the server
  /// makes is taken from the present one.
  ///
  /// A change of shares begins a new epoch. If the server had chosen a winner, the choice is undone
  /// with it, and the server chooses no other. Without the winner, the shares are those from before
  /// the choice.
  ///
  /// - Parameter present: nil if people are not divided yet.
  public func following(_ present: Wire.Experiment?, at now: Instant) -> Wire.Experiment {
    var next = self
    (next.epochs, next.winner) = ([], nil)
    guard let present, present.id == id else { return next }
    (next.epochs, next.winner) = (present.epochs, present.winner)
    let undoes = winner == nil && present.winner != nil
    if undoes, divides(like: present) { next = next.previousShares ?? next }
    let isSame = next.divides(like: present)
    if !isSame { next.epochs.append(Epoch(present, until: now)) }
    if present.winner != nil, undoes || !isSame { (next.winner, next.choosesWinner) = (nil, false) }
    return next
  }

  /// Why it cannot follow the present one.
  public func problems(following present: Wire.Experiment) -> [Diagnostic] {
    guard present.id == id else { return [] }
    var found = DiagnosticList(prefix: "experiment.")
    let kept = variants.prefix(present.variants.count).map(\.id)
    if kept != present.variants.map(\.id) {
      found.error(
        "variants", "variants_moved", "Some people have a variant that would be gone or in another place.",
        "Keep all variants in their order. To give one to nobody else, set its share to 0.")
    }
    if !divides(like: present), present.epochs.count >= Self.mostEpochs {
      found.error(
        "variants", "too_many_epochs", "The shares were changed \(Self.mostEpochs) times.",
        "Start the experiment again, or leave them as they are.")
    }
    return found.diagnostics
  }

  /// The experiment with the shares of the present one, for a run that began before they changed.
  /// The experiment itself if the run cannot follow: people are divided anew since, or a variant
  /// came later.
  public func following(sharesOf present: Wire.Experiment?) -> Wire.Experiment {
    guard let present, present.id == id, present.variants.map(\.id) == variants.map(\.id) else { return self }
    var next = self
    (next.control, next.holdout, next.epochs) = (present.control, present.holdout, present.epochs)
    for place in next.variants.indices { next.variants[place].share = present.variants[place].share }
    return next
  }

  /// The same, with all of control and the other variants given to one. The holdout stays.
  public func giving(everybody variant: String) -> Wire.Experiment {
    var next = self
    next.control = 0
    for place in next.variants.indices {
      next.variants[place].share = next.variants[place].id == variant ? Self.wholeShare : 0
    }
    return next
  }

  /// Whether everybody who has no arm gets this variant already, so that choosing it would change
  /// nothing.
  public func gives(everybody variant: String) -> Bool { giving(everybody: variant).divides(like: self) }

  /// The shares before their last change; nil if they never changed.
  public var previousShares: Wire.Experiment? {
    guard let last = epochs.last else { return nil }
    var before = self
    (before.control, before.holdout) = (last.control, last.holdout)
    for place in before.variants.indices {
      before.variants[place].share = last.share(of: before.variants[place].id)
    }
    return before
  }
}

extension Campaign {
  /// The experiment whose winner the server chooses, and has not chosen yet. nil: there is none.
  public var awaitedWinner: Wire.Experiment? {
    guard state == .running, let experiment = content.experiment, experiment.choosesWinner,
      experiment.winner == nil
    else { return nil }
    return experiment
  }
}

extension Wire.Experiment.Epoch {
  /// What a variant had. 0 if it came later.
  func share(of variant: String) -> Int { variants.first { $0.id == variant }?.share ?? 0 }

  fileprivate init(_ experiment: Wire.Experiment, until: Instant) {
    self.init(
      until: until, control: experiment.control, holdout: experiment.holdout,
      variants: experiment.variants.map { Wire.Experiment.Share(id: $0.id, share: $0.share) })
  }
}
