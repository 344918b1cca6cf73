// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What Apple's C library has as macros or with a variable number of arguments.
@_exported import Darwin

// manual: intro(2)
public var errno: Int32 {
  get { 0 }
  set {}
}
// manual: open(2)
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
// manual: open(2)
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
// manual: fcntl(2)
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
// manual: fcntl(2)
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
