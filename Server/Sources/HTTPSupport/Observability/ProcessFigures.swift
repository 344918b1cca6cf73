// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the process takes of the machine. Each is nil where the system does not tell.
struct ProcessFigures {
  var residentBytes: Double?
  var openDescriptors: Double?
  var descriptorLimit: Double?

  init() {
    // Pages; the second number is those in memory.
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    if let words, words.count > 1, let pages = Double(words[1]) { residentBytes = pages * Double(sysconf(Int32(_SC_PAGESIZE))) }
    // One of them reads the folder.
    openDescriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    var limit = rlimit()
    #if os(Linux)
    let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
    let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    if isKnown { descriptorLimit = Double(limit.rlim_cur) }
  }
}
