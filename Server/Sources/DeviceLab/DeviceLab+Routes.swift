// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import HTTPTypes
public import Hummingbird
import MartletWire
import NIOCore
public import Pages
import SceneHTML

extension DeviceLab {
  /// This module's files for the site. The site also needs the scenes' files,
  /// `SceneHTML.EmbeddedFiles.all`.
  package nonisolated static let files: [EmbeddedFile] = EmbeddedFiles.all

  /// Adds the page `/lab` and the routes of its scripts. Add them behind the guard that admits only
  /// signed-in browsers and checks the form token.
  ///
  /// - Parameters:
  ///   - session: Returns the id of the browser's session.
  ///   - frame: Returns the frame of the page for the signed-in user.
  public nonisolated func addRoutes<Context: RequestContext>(
    to router: some RouterMethods<Context>, site: Site,
    session: @escaping @Sendable (Context) throws -> String,
    frame: @escaping @Sendable (Request, Context) async throws -> Frame
  ) {
    router.get("lab") { request, context in
      Response(
        html: site.labPage(frame: try await frame(request, context)),
        headers: [.contentSecurityPolicy: Self.pagePolicy])
    }
    router.get("lab/devices") { _, _ in
      Response(json: await self.state())
    }
    router.post("lab/devices") { request, context in
      let order = try DeviceOrder(json: try await request.document())
      return Response(
        status: .created, json: try await self.make(order, session: try session(context)).describe())
    }
    router.delete("lab/devices/:id") { _, context in
      let id = try context.parameters.require("id")
      try await self.removeDevice(id)
      return Response(status: .noContent)
    }
    router.post("lab/devices/:id/commands") { request, context in
      let id = try context.parameters.require("id")
      let command = try LabCommand(json: try await request.document())
      return Response(json: try await self.perform(command, on: id))
    }
    router.post("lab/devices/:id/events") { request, context in
      let id = try context.parameters.require("id")
      let report = try SceneReport(json: try await request.document())
      return Response(json: Wire.JSONValue.object(["taken": .bool(try await self.deliver(report, of: id))]))
    }
    router.get("lab/devices/:id/assets/:name") { _, context in
      let (id, name) = (try context.parameters.require("id"), try context.parameters.require("name"))
      return Self.answer(try await self.file(name, of: id), named: name)
    }
    router.get("lab/samples/:name") { _, context in
      let name = try context.parameters.require("name")
      guard let bytes = SampleMessage.picture(named: name) else {
        throw Wire.Problem(
          status: 404, code: "not_found", title: "There is no sample image with this name.",
          remedy: "Reload the page.")
      }
      return Self.answer(bytes, named: name)
    }
    router.get("lab/devices/:id/stream") { request, context in
      let id = try context.parameters.require("id")
      let last = request.headers[.lastEventID].flatMap { Int($0) }
      try await self.device(id).checkRoomForViewer()
      return Response(
        status: .ok,
        headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .acceleratedBuffering: "no"],
        body: ResponseBody { writer in
          // The viewer is added here rather than above because it must exist only while somebody
          // reads the stream.
          if let viewer = try? await self.addViewer(to: id, lastEntry: last) {
            do {
              try await request.body.consumeWithCancellationOnInboundClose { _ in
                for await bytes in viewer.stream { try await writer.write(ByteBuffer(bytes: bytes)) }
              }
            } catch {
              // The browser left or the server is stopping: both are the usual end.
            }
            await self.removeViewer(viewer, from: id)
          }
          try await writer.finish(nil)
        })
    }
  }

  /// The policy of every page, except that images may come from anywhere: authors choose them, and
  /// a phone would load them too.
  nonisolated static let pagePolicy = SecurityHeaders.pagePolicy(images: "'self' data: https: http:")

  /// Answers with a picture of a message. No script in it runs, even when it is opened as a page.
  private nonisolated static func answer(_ bytes: [UInt8], named name: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: pictureTypes[String(name.split(separator: ".").last ?? "")]
          ?? "application/octet-stream",
        .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        // The name is the hash of the content.
        .cacheControl: "private, max-age=3600, immutable",
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private nonisolated static let pictureTypes = [
    "png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "heic": "image/heic",
    "svg": "image/svg+xml",
  ]

  /// Serves only files that the SDK named for messages it showed. The name is compared with theirs
  /// and never becomes part of a path.
  func file(_ name: String, of id: String) async throws -> [UInt8] {
    guard let url = try device(id).host.localFiles.first(where: { $0.lastPathComponent == name }),
      let bytes = await Self.read(url)
    else {
      throw Wire.Problem(
        status: 404, code: "not_found", title: "This device is not showing this file.",
        remedy: "Reload the page.")
    }
    return bytes
  }

  private nonisolated static func read(_ url: URL) async -> [UInt8]? {
    (try? Data(contentsOf: url)).map { Array($0) }
  }

  private func removeDevice(_ id: String) throws { remove(try device(id)) }

  private func perform(_ command: LabCommand, on id: String) async throws -> Wire.JSONValue {
    let device = try device(id)
    try await device.perform(command)
    return device.describe()
  }

  private func deliver(_ report: SceneReport, of id: String) async throws -> Bool {
    try await device(id).report(report)
  }

  private func addViewer(to id: String, lastEntry: Int?) throws -> Viewer {
    try device(id).addViewer(lastEntry: lastEntry)
  }

  private func removeViewer(_ viewer: Viewer, from id: String) {
    try? device(id).removeViewer(viewer)
  }
}

extension Request {
  /// The body as JSON; an empty body is an empty object. At most 64 kB.
  fileprivate func document() async throws -> Wire.JSONValue {
    let bytes = try await bytes(limit: 65_536)
    return bytes.isEmpty ? .object([:]) : try Wire.decode(Wire.JSONValue.self, from: bytes)
  }
}

struct LabPageModel {
  /// The address of the style sheet that all scenes share.
  let sceneStyles: String
  let limit: Int
  let models: [Model]
  let languages: [Choice]
  let samples: [Choice]
  var events = LabPageModel.forms

  struct Choice {
    let value: String
    let name: String
    var words = ""
  }

  struct Model {
    let value: String
    let name: String
    let size: String
  }
}

extension Site {
  /// The page of the lab. It contains only empty containers: the streams deliver the content.
  func labPage(frame: Frame) -> String {
    var frame = frame
    frame.title = "Device Lab"
    frame.section = NavigationItem.lab.id
    frame.isWide = true
    frame.styleSheets.append("lab.css")
    frame.scripts.append("lab.js")
    let model = LabPageModel(
      sceneStyles: assets.path(of: "scene.css") ?? "", limit: DeviceLab.maximumDevices,
      models: DeviceModel.allCases.map {
        .init(value: $0.rawValue, name: $0.name, size: "\(Int($0.size.width)) × \(Int($0.size.height))")
      },
      languages: DeviceLanguage.allCases.map { .init(value: $0.rawValue, name: $0.name) },
      samples: SampleMessage.allCases.map { .init(value: $0.rawValue, name: $0.label, words: $0.words) })
    return self.page("lab/page", model, in: frame)
  }
}
