// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(Network)
import Foundation
import Network

struct SystemPathMonitor: NetworkPathMonitor {
  func observe(_ changed: @escaping @Sendable (_ isReachable: Bool) -> Void) -> @Sendable () -> Void {
    let monitor = NWPathMonitor()
    monitor.pathUpdateHandler = { path in changed(path.status == .satisfied) }
    monitor.start(queue: DispatchQueue(label: "martlet.network-path", qos: .utility))
    return { monitor.cancel() }
  }
}
#endif
