// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

@testable import DeviceLab

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RegistryTests {
  @Test func `the ninth device is refused; one that goes makes room`() async throws {
    let bench = try LabBench()
    var devices: [LabDevice] = []
    for _ in 0..<8 { devices.append(try await bench.lab.make(DeviceOrder())) }
    let problem = await #expect(throws: Wire.Problem.self) { try await bench.lab.make(DeviceOrder()) }
    #expect(problem?.code == "too_many_devices")
    bench.lab.remove(devices[3])
    _ = try await bench.lab.make(DeviceOrder())
  }

  @Test func `thirty minutes without anybody end a device, and not one at which somebody looks`() async throws
  {
    let bench = try LabBench()
    let forgotten = try await bench.lab.make(DeviceOrder())
    let (watched, reader) = try await bench.device()
    await bench.clock.advance(by: .seconds(30 * 60 - 1))
    bench.lab.tick()
    #expect(try bench.lab.device(forgotten.id) === forgotten)
    await bench.clock.advance(by: .seconds(1))
    bench.lab.tick()
    let problem = #expect(throws: Wire.Problem.self) { try bench.lab.device(forgotten.id) }
    #expect(problem?.code == "device_gone")
    #expect(try bench.lab.device(watched.id) === watched)
    #expect(!reader.isOver)
  }

  @Test func `stopping ends every stream, and nothing can be made afterwards`() async throws {
    let bench = try LabBench()
    let (_, reader) = try await bench.device()
    bench.lab.stop()
    await bench.settle { reader.isOver }
    let problem = await #expect(throws: Wire.Problem.self) { try await bench.lab.make(DeviceOrder()) }
    #expect(problem?.status == 503)
  }

  @Test func `a device keeps its journal in a folder of its own, which goes with it`() async throws {
    let bench = try LabBench()
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.titles("decision").contains("Session start") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.directory.path) == [device.id])
    bench.lab.remove(device)
    await bench.lab.swept()
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.directory.path).isEmpty)
  }

  @Test
  func
    `what an earlier run left goes when the lab begins, and a device that was made by then keeps its folder`()
    async throws
  {
    let bench = try LabBench()
    let left = bench.directory.appending(path: "of-before")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    let (device, reader) = try await bench.device()
    try await device.perform(.startSession)
    await bench.settle { reader.titles("decision").contains("Session start") }
    let running = Task { await bench.lab.run() }
    await bench.settle { !FileManager.default.fileExists(atPath: left.path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.directory.path) == [device.id])
    running.cancel()
    await running.value
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.directory.path).isEmpty)
  }

  @Test func `more windows than a device can serve are refused; one that closes makes room`() async throws {
    let bench = try LabBench()
    let device = try await bench.lab.make(DeviceOrder())
    let viewers = try (0..<LabDevice.maximumViewers).map { _ in try device.addViewer(lastEntry: nil) }
    let problem = #expect(throws: Wire.Problem.self) { try device.addViewer(lastEntry: nil) }
    #expect(problem?.code == "too_many_viewers")
    device.removeViewer(viewers[0])
    _ = try device.addViewer(lastEntry: nil)
  }

  @Test func `a browser that does not read is dropped, and the others are not harmed`() async throws {
    let bench = try LabBench()
    let device = try await bench.lab.make(DeviceOrder())
    let slow = try device.addViewer(lastEntry: nil)
    let reader = StreamReader(try device.addViewer(lastEntry: nil))
    for number in 1...(2 * Viewer.capacity) {
      device.log(.note("\(number)", tone: .plain))
      if number % 50 == 0 { await bench.settle { reader.entries.count == number } }
    }
    await bench.settle { reader.entries.count == 2 * Viewer.capacity }
    #expect(device.viewerCount == 1)
    #expect(!reader.isOver)
    var received = 0
    for await _ in slow.stream { received += 1 }
    #expect(received == Viewer.capacity)
  }

  @Test func `suggestions meet the triggers that they are made for`() async throws {
    let suggestions = try await LabBench().lab.state()["suggestions"]?.elements ?? []
    #expect(suggestions.map { $0["label"] } == ["cart_viewed", "Session start"])
    #expect(suggestions.first?["properties"] == ["total": 22])
    #expect(suggestions.first?["campaigns"] == ["The cart campaign"])
  }
}
