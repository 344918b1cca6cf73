// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The Castagnoli cyclic redundancy check (polynomial 0x1EDC6F41, reflected), as in iSCSI and ext4.
struct CRC32C {
  private(set) var state: UInt32 = .max

  var value: UInt32 { ~state }

  mutating func update(_ bytes: some Sequence<UInt8>) {
    var state = state
    let table = Self.table
    for byte in bytes {
      state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
    }
    self.state = state
  }

  /// The check of a header and what follows it.
  static func value(of header: ArraySlice<UInt8>, _ payload: [UInt8]) -> UInt32 {
    var check = CRC32C()
    check.update(header)
    check.update(payload)
    return check.value
  }

  /// The state after one more byte.
  static func next(_ state: UInt32, _ byte: UInt8) -> UInt32 {
    table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
  }

  private static let table: ContiguousArray<UInt32> = ContiguousArray(
    (0..<256).map { index in
      var entry = UInt32(index)
      for _ in 0..<8 {
        entry = entry & 1 == 1 ? (entry >> 1) ^ 0x82F6_3B78 : entry >> 1
      }
      return entry
    })
}

/// The check is linear over bits, so the effect of many zero bytes on a state is a matrix. The
/// check of any part of a long run of bytes follows from the states at its two ends, without
/// reading the part again.
extension CRC32C {
  /// The state after `count` zero bytes. `steps` counts the look-ups.
  static func afterZeros(_ state: UInt32, count: Int, steps: inout Int) -> UInt32 {
    var state = state
    var rest = count
    var power = 0
    while rest > 0 {
      if rest & 1 == 1 {
        state = zeros[power].apply(to: state)
        steps += 1
      }
      rest >>= 1
      power += 1
    }
    return state
  }

  /// The effect of 2^n zero bytes on each byte of a state. Enough for the longest frame.
  private static let zeros: [ZeroBytes] = {
    var powers = [ZeroBytes(of: { CRC32C.next($0, 0) })]
    while powers.count < 20, let last = powers.last {
      powers.append(ZeroBytes(of: { last.apply(to: last.apply(to: $0)) }))
    }
    return powers
  }()

  private struct ZeroBytes: Sendable {
    private let table: ContiguousArray<UInt32>

    init(of operation: (UInt32) -> UInt32) {
      table = ContiguousArray((0..<1_024).map { operation(UInt32($0 & 0xFF) << UInt32(8 * ($0 >> 8))) })
    }

    func apply(to state: UInt32) -> UInt32 {
      (0..<4).reduce(0) { $0 ^ table[$1 << 8 | Int(state >> UInt32(8 * $1) & 0xFF)] }
    }
  }
}

/// The checks of any parts of a run of bytes. Each byte is read once if the parts are requested in
/// the order of their starts.
struct RunningChecks {
  /// The states before `base`, `base + 1` … up to the last byte that was read, starting from zero.
  private var states: [UInt32] = [0]
  private var base: Int
  private var first = 0

  init(from base: Int) { self.base = base }

  /// The check over the bytes of `check`, followed by `part`. Later calls must not start before
  /// `part`.
  mutating func value(
    after check: CRC32C, over part: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, steps: inout Int
  ) -> UInt32 {
    if part.lowerBound >= base + states.count {
      // The part starts beyond the bytes read so far. The bytes between need not be read.
      self = RunningChecks(from: part.lowerBound)
    }
    first = max(first, part.lowerBound - base)
    while base + states.count <= part.upperBound {
      let index = base + states.count - 1
      states.append(CRC32C.next(states[states.count - 1], bytes[index]))
      steps += 1
    }
    let state = states[part.lowerBound - base] ^ check.state
    let value = ~(states[part.upperBound - base] ^ CRC32C.afterZeros(state, count: part.count, steps: &steps))
    forget()
    return value
  }

  /// Limits the memory to a few of the longest frames, regardless of the length of the run.
  private mutating func forget() {
    guard first > 4 * JournalFrame.maximumPayloadLength else { return }
    states.removeFirst(first)
    base += first
    first = 0
  }
}
