// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
public import UIKit

extension WindowScene {
  /// The window scene of an app. Its id is the persistent identifier of the session.
  @MainActor
  public init(_ scene: UIWindowScene) { self.init(id: scene.session.persistentIdentifier) }

  /// The connected scene with this id, or nil if it is gone.
  @MainActor
  public var connected: UIWindowScene? { UIWindowScene.ofApp.first { $0.session.persistentIdentifier == id } }
}
#endif
