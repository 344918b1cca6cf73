// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// SHA-256 of FIPS 180-4. It names the files of the cache and detects damage. Apple's systems
/// compute it. For others, the SDK has no dependency that does.
struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// The hash of all bytes as 64 lower-case hexadecimal digits.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    #if canImport(CryptoKit)
    let hash = SystemSHA256.hash(Array(bytes))
    #else
    let hash = Self.hash(Array(bytes))
    #endif
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    // The last blocks: the rest, one bit, zeros, and the number of bits.
    var end = bytes[(bytes.count - bytes.count % 64)...] + [0x80]
    end += repeatElement(0, count: (120 - end.count) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
      end.append(UInt8(truncatingIfNeeded: (bytes.count * 8) >> shift))
    }
    hash.update(Array(end))
    return hash.state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// Adds the whole blocks. A rest is ignored.
  private mutating func update(_ bytes: [UInt8]) {
    var schedule = [UInt32](repeating: 0, count: 64)
    bytes.withUnsafeBufferPointer { all in
      for offset in stride(from: 0, through: all.count - 64, by: 64) {
        process(UnsafeBufferPointer(rebasing: all[offset..<offset + 64]), &schedule)
      }
    }
  }

  private mutating func process(_ block: UnsafeBufferPointer<UInt8>, _ schedule: inout [UInt32]) {
    schedule.withUnsafeMutableBufferPointer { w in
      for index in 0..<16 {
        let at = index * 4
        w[index] =
          UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16 | UInt32(block[at + 2]) << 8
          | UInt32(block[at + 3])
      }
      for index in 16..<64 {
        let (early, late) = (w[index - 15], w[index - 2])
        let s0 = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ (early >> 3)
        let s1 = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ (late >> 10)
        w[index] = w[index - 16] &+ s0 &+ w[index - 7] &+ s1
      }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    Self.constants.withUnsafeBufferPointer { constants in
      schedule.withUnsafeBufferPointer { w in
        for index in 0..<64 {
          let s1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
          let first = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ w[index]
          let s0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
          let second = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
          (h, g, f, e) = (g, f, e, d &+ first)
          (d, c, b, a) = (c, b, a, first &+ second)
        }
      }
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01,
    0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC,
    0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB,
    0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08,
    0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F,
    0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
