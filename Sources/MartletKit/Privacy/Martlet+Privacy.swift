// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Martlet {
  /// Asks, for the person who uses the app, for a copy of their data or for its deletion.
  public var privacy: Privacy { Privacy(mailbox: mailbox) }

  /// The person's requests about their own data, from `Martlet.privacy`.
  ///
  ///     do {
  ///       let request = try await martlet.privacy.requestDeletion()
  ///       switch request.state {
  ///       case .done: show("Your data is deleted.")
  ///       case .open: show("We answer by \(request.dueAt?.formatted(date: .long, time: .omitted) ?? "next month").")
  ///       case .declined: show("We could not do this. Please write to us.")
  ///       }
  ///     } catch {
  ///       show("That did not work. Please try again.")
  ///     }
  ///
  /// The server accepts requests only if the app's settings allow it, and for a signed-in user only
  /// with a valid signature (`Configuration.API.sdkAuthentication`). The team sees the request in
  /// the console with the date on which it is due, and carries it out or declines it. Nothing is
  /// kept on the device: if there is no network, the call throws and the app asks again.
  public struct Privacy: Sendable {
    let mailbox: Mailbox

    /// Asks the team for a copy of everything that the server stores about the signed-in user.
    ///
    /// The data never comes to the device. The team sends it to the person in a way that it knows
    /// to be theirs. A user has at most one open request: while it is open, and for a day after it
    /// was answered, another call returns the same one.
    @discardableResult
    public func requestExport() async throws(PrivacyRequestError) -> PrivacyRequest {
      try await request(.export)
    }

    /// Asks that everything that the server stores about the person is deleted.
    ///
    /// For a signed-in user, the request waits for the team, unless the app's settings say that it
    /// is carried out at once. A user has at most one open request: while it is open, and for a day
    /// after it was declined, another call returns the same one. If nobody is signed in, what this
    /// device did is deleted at once. If nothing is stored, the state is `done` without a receipt.
    ///
    /// What is on the device stays: events that were not sent yet, and later ones, start a new
    /// person. Call `wipeData()` to delete them too, as soon as the state is `done`.
    @discardableResult
    public func requestDeletion() async throws(PrivacyRequestError) -> PrivacyRequest {
      try await request(.deletion)
    }

    private func request(_ kind: Wire.PrivacyRequest.Kind) async throws(PrivacyRequestError) -> PrivacyRequest
    {
      let turn = PrivacyTurn()
      mailbox.post(.requestPrivacy(kind, turn))
      return try await turn.wait(cancelled: .failure(.cancelled)).get()
    }
  }
}

typealias PrivacyTurn = Turn<Result<Martlet.PrivacyRequest, Martlet.PrivacyRequestError>>
