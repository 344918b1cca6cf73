// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Domain
package import MartletCore
import Store
import Synchronization

/// A request of a device.
package struct DeviceAsker: Sendable {
  package let deviceID: String
  package let userID: String?
  package let app: AppID
  /// Whether it is a test device or of the lab, which is in no holdout and in no experiment.
  package let isTest: Bool
  package let at: Instant
  /// Of what is stored of the device and of who uses it.
  let key: TextHash
  /// The names of the device's anonymous person and of who uses it.
  let names: (anonymous: String, present: String)

  package init(deviceID: String, userID: String?, app: AppID, isTest: Bool, at: Instant) {
    (self.deviceID, self.userID, self.app, self.isTest, self.at) = (deviceID, userID, app, isTest, at)
    names = (
      PersonID.of(userID: nil, deviceID: deviceID), PersonID.of(userID: userID, deviceID: deviceID)
    )
    key = TextHash(app.rawValue, deviceID, names.present)
  }

  /// - Parameter catalogue: What the device may get; nil if that does not matter.
  func question(_ catalogue: CampaignCatalogue? = nil) -> DeviceQuestion {
    var question = DeviceQuestion(deviceID: deviceID, userID: userID, app: app, isTest: isTest, at: at)
    if let catalogue {
      question.needs = catalogue.needs
      question.wantsExperiments = catalogue.isDrawn && !isTest
      question.campaigns = catalogue.campaignIDs
    }
    return question
  }

  /// Of what somebody gets.
  func key(_ personID: String) -> TextHash { TextHash(app.rawValue, isTest ? "test" : "", personID) }

  /// How much has changed of what is stored of the device and its names. Take it before reading.
  func mark(_ counts: ChangeCounts) -> ChangeCounts.Mark {
    counts.mark(.identity, [deviceID, names.anonymous, names.present])
  }
}

/// What is stored about a device and about who uses it.
package final class KnownDevice: Sendable {
  package let credentials: DeviceCredentials
  /// Who uses the device, as `PersonID` (`DeviceStanding.personID`).
  package let personID: String
  package let push: StoredPushDevice
  let mark: ChangeCounts.Mark

  /// - Parameter mark: Taken before reading.
  init(_ standing: DeviceStanding, _ mark: ChangeCounts.Mark) {
    (credentials, personID, push) = (standing.credentials, standing.personID, standing.push)
    self.mark = mark
  }
}

/// Which campaigns somebody gets.
package final class CampaignOffer: Sendable {
  /// In no particular language.
  let view: CatalogueView
  private let catalogue: CampaignCatalogue
  /// How much of what is known about the person had changed.
  private let facts: ChangeCounts.Mark
  /// When it can change by time alone, or has to be found out again; nil: only with the catalogue,
  /// because everybody gets the same.
  private let until: Instant?
  /// Whether the person was not yet offered some of it.
  let isNew: Atomic<Bool>

  /// - Parameter facts: Taken before reading.
  init(
    of catalogue: CampaignCatalogue, to asker: DeviceAsker, _ standing: DeviceStanding,
    _ facts: ChangeCounts.Mark
  ) {
    (self.catalogue, self.facts) = (catalogue, facts)
    if catalogue.audiences == nil && !catalogue.isDrawn {
      (view, until) = (catalogue.whole, nil)
    } else {
      view = catalogue.view(
        catalogue.audiences?.matches(standing.facts, at: asker.at) ?? [], standing.experiments, at: asker.at)
      until = [
        catalogue.audiences?.changes(standing.facts, after: asker.at), catalogue.holdoutEnds(after: asker.at),
      ].compactMap(\.self).reduce(asker.at + KnownDevices.longest, min)
    }
    isNew = Atomic(view.hasAny(of: standing.notOffered))
  }

  /// As a device gets it that is set to the locale.
  package func view(for locale: String?) -> CatalogueView { catalogue.translated(view, for: locale) }

  func isUsable(at now: Instant, _ facts: ChangeCounts.Mark) -> Bool {
    until.map { now < $0 && self.facts == facts } ?? true
  }
}
