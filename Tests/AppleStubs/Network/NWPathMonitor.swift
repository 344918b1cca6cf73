// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Whether and how the network can be reached.
public import Dispatch

// page: network/nwpath
public struct NWPath: Equatable, Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public let status: Status
  public let isExpensive: Bool
  public let isConstrained: Bool
}

// page: network/nwinterface
public struct NWInterface: Hashable, Sendable {
  public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }
  public let type: InterfaceType
  public let name: String
}
// page: network/nwpath
extension NWPath {
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { false }
}

// page: network/nwpathmonitor
public final class NWPathMonitor: @unchecked Sendable {
  public init() {}
  public init(requiredInterfaceType: NWInterface.InterfaceType) {}
  @preconcurrency public final var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
  public final var currentPath: NWPath { fatalError() }
  public final var queue: DispatchQueue? { nil }
  public final func start(queue: DispatchQueue) {}
  public final func cancel() {}
}
