// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire

/// Everything that is stored about one person: how much it is, all of it, and its deletion.
public protocol PrivacyStore: Sendable {
  /// How much is stored about a person, who is known by any of their names (`PersonID`); nil if
  /// nobody has the name.
  func holdings(of personID: String, app: AppID) async throws(StoreError) -> [PersonalData: Int]?
  /// What is stored of one kind about a person, as objects, in a fixed order. Empty for kinds that
  /// `person` and `timeline` return.
  ///
  /// - Parameter after: The `next` of the previous page.
  func records(
    _ kind: PersonalData, of personID: String, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<Wire.JSONValue>
  /// Deletes everything about a person in one transaction, and keeps a receipt. nil if nobody has
  /// the name.
  ///
  /// The totals and the hours of reports stay as they are. Pushes to the person that were not sent
  /// yet end as cancelled.
  ///
  /// Afterwards, `ingest` drops what the person did before the deletion, under any of their names,
  /// and answers it as a duplicate. What happens later makes a new person. For that, a keyed hash
  /// of each name is kept, and no name. A device that other people use too keeps its place with
  /// them.
  ///
  /// Of the person's requests (`PrivacyRequestStore`), an open one for deletion is done with this
  /// receipt, another open one lapses, and all of them stay without the person.
  ///
  /// - Parameter receipt: The receipt's id, which nobody has.
  func deletePerson(_ personID: String, app: AppID, receipt: String, at: Instant) async throws(StoreError)
    -> DeletionReceipt?
  func deletionReceipt(_ id: String, app: AppID) async throws(StoreError) -> DeletionReceipt?
}
