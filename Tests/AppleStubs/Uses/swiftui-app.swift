// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios visionos
import Combine
import SwiftUI
import UIKit
import os

final class Model: ObservableObject {
  @Published var name = ""
  @Published var count = 0
}

final class AppDelegate: NSObject, UIApplicationDelegate {}

@main
struct Example: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
  @Environment(\.scenePhase) private var phase
  @StateObject private var model = Model()

  var body: some Scene {
    WindowGroup { Menu(model: model) }
  }
}

struct Menu: View {
  @ObservedObject var model: Model
  @State private var isOn = false
  @State private var isShown = false
  @Environment(\.openURL) private var openURL
  private let logger = Logger(subsystem: "martlet", category: "example")

  var body: some View {
    NavigationStack {
      List {
        Section("Events") {
          Button("Log") { model.count += 1 }
          Button("Delete", role: .destructive) { model.count = 0 }
          Toggle("Use", isOn: $isOn)
          TextField("Name", text: $model.name)
        }
        Section {
          ForEach(["a", "b"], id: \.self) { name in Text(name) }
          if isOn { Text("On \(model.count)") } else { Label("Off", systemImage: "xmark") }
        }
        NavigationLink("More") { Card(title: model.name).padding().frame(height: 60) }
      }
      .navigationTitle("Example")
      .onAppear { logger.debug("appeared \(model.count), \(model.name, privacy: .private)") }
      .task { await Task.yield() }
      .onOpenURL { url in openURL(url) }
      .modifier(Changes(count: model.count))
      .sheet(isPresented: $isShown) { Text("Sheet") }
    }
  }
}

struct Changes: ViewModifier {
  var count: Int
  func body(content: Content) -> some View {
    if #available(iOS 17, visionOS 1, *) {
      content.onChange(of: count) { old, new in print(old, new) }
    } else {
      content
    }
  }
}

struct Card: UIViewControllerRepresentable {
  var title: String
  func makeUIViewController(context: Context) -> UIViewController { UIViewController() }
  func updateUIViewController(_ controller: UIViewController, context: Context) { controller.title = title }
}

struct CardPreviews: PreviewProvider {
  static var previews: some View { Card(title: "Preview") }
}

@MainActor func host() -> UIViewController { UIHostingController(rootView: Text("Hosted")) }
