// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Marks the main queue, on whatever thread it runs.
private let mainQueue: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Takes the place of Foundation's own function of this name, for the whole process.
///
/// On Linux, Foundation takes the first thread of a process for the main thread, but the main actor
/// may run on another one. There `Thread.isMainThread` would be false, and a notification that the
/// main actor posts to an observer with `queue: .main` would wait for ever. On Apple's systems the
/// main actor always has the main thread, and such an observer hears at once.
@_cdecl("_CFIsMainThread")
public func foundationIsOnMainThread() -> Bool { DispatchQueue.getSpecific(key: mainQueue) == true }
