// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The pages around signing in: a link opens the first, which redeems it only when its button is pressed, so that programs that look at links before
/// people do cannot use it up.
public enum SignInPage: Hashable, Sendable {
  /// Opened from a link that carries a token.
  case redeem(token: String)
  /// The link was used or is too old.
  case refused
  /// Nobody is signed in.
  case signedOut
}

struct SignInModel {
  let token: String?
  let isRefused: Bool
  let isSignedOut: Bool
}

extension Site {
  public func html(_ page: SignInPage, frame: Frame) -> String {
    var frame = frame
    frame.isSignedIn = false
    let model =
      switch page {
      case .redeem(let token): SignInModel(token: token, isRefused: false, isSignedOut: false)
      case .refused: SignInModel(token: nil, isRefused: true, isSignedOut: false)
      case .signedOut: SignInModel(token: nil, isRefused: false, isSignedOut: true)
      }
    frame.title = model.isRefused ? "This link does not work" : "Sign in"
    return self.page("status/sign-in", model, in: frame)
  }
}
