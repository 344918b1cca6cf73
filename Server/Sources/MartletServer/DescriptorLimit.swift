// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// How many files and connections this process may have open.
public enum DescriptorLimit {
  /// Reserved for the data, the lab, pages and connections that are being refused.
  static let reserve = 256
  private static let wanted: rlim_t = 65_536

  /// Raises the limit as far as the process may, and returns it.
  @discardableResult
  public static func raise() -> Int {
    #if canImport(Darwin)
    let resource = RLIMIT_NOFILE
    #else
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    var raised = limit
    raised.rlim_cur = min(max(limit.rlim_cur, wanted), limit.rlim_max)
    if setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many of these descriptors connections may use.
  static func connections(of descriptors: Int) -> Int { max(descriptors - reserve, descriptors / 2) }
}
