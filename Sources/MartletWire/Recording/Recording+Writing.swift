// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The frames of a segment, as bytes to append.
extension Wire.Recording {
  /// The start of a segment.
  ///
  /// - Parameter definitions: the result of `definitionFrames` for the engine's definitions. Empty if it has none.
  public static func head(_ snapshot: Snapshot, _ engine: DeliveryEngine, definitions: [UInt8]) -> [UInt8] {
    let text = EngineState(saved: SavedForm(engine.saved), inFlight: engine.inFlight).bytes
    var snapshot = snapshot
    snapshot.savedParts = (text.count + partBytes - 1) / partBytes
    var bytes = frame(.snapshot, Wire.encode(snapshot))
    for start in stride(from: 0, to: text.count, by: partBytes) {
      bytes += frame(.saved, Array(text[start..<min(start + partBytes, text.count)]))
    }
    return bytes + definitions
  }

  /// The definitions as frames: caps and rules, without messages.
  public static func definitionFrames(tag: String, userID: String?, campaigns: [Wire.Campaign], caps: [Wire.Cap]) -> [UInt8] {
    var frames: [UInt8] = []
    var count = 0
    for campaign in campaigns {
      var campaign = campaign
      campaign.message = Wire.Message(kind: .known(.control))
      campaign.unknown = [:]
      let framed = frame(.campaign, Wire.encode(campaign))
      if !framed.isEmpty { count += 1 }
      frames += framed
    }
    return frame(.definitions, Wire.encode(DefinitionsHead(tag: tag, userID: userID, caps: caps, count: count))) + frames
  }

  /// An input and its results.
  public static func frames(of input: Input, effects: [DeliveryEngine.Effect]) -> [UInt8] {
    var bytes = frame(.input, Wire.encode(input))
    var part: [UInt8] = []
    for effect in effects {
      let result = RecordedResult(effect).bytes
      if part.count + result.count + 1 > partBytes, !part.isEmpty {
        bytes += frame(.results, part + [UInt8(ascii: "]")])
        part = []
      }
      part.append(part.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
      part += result
    }
    if !part.isEmpty { bytes += frame(.results, part + [UInt8(ascii: "]")]) }
    return bytes
  }

  /// Marks that all records of the previous inputs were written.
  public static var doneFrame: [UInt8] { frame(.done, []) }

  /// Nothing for a payload that is too long for a frame: an input that large would be refused long before.
  private static func frame(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
    (try? JournalFrame.encode(kind: kind.rawValue, payload: payload)) ?? []
  }
}
