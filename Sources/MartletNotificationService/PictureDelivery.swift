// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Loads pictures into files.
protocol PictureLoading: Sendable {
  /// Calls back once, on any thread, unless it is cancelled. The result cancels the download.
  func load(
    _ picture: NotificationPicture,
    _ done: @escaping @Sendable (Result<URL, NotificationPictureProblem>) -> Void
  ) -> @Sendable () -> Void
}

/// Carries out what a `DeliveryState` decides. `Content` is the system's notification.
///
/// Unchecked, because `state`, `cancel` and `deliver` are only used while `lock` is held, and the
/// rest never changes.
final class PictureDelivery<Content>: @unchecked Sendable {
  private let lock = NSLock()
  private var state = DeliveryState()
  private var cancel: (@Sendable () -> Void)?
  private var deliver: ((Content) -> Void)?

  private let original: Content
  private let loader: any PictureLoading
  private let attach: (Content, URL) -> Content?
  private let report: (NotificationPictureProblem) -> Void

  /// - Parameters:
  ///   - attach: returns a copy of the notification with the file, or nil if the system does not
  ///     accept it.
  ///   - report: hears why there is no picture.
  ///   - deliver: called once, on any thread.
  init(
    _ original: Content, loader: any PictureLoading, attach: @escaping (Content, URL) -> Content?,
    report: @escaping (NotificationPictureProblem) -> Void, deliver: @escaping (Content) -> Void
  ) {
    self.original = original
    self.loader = loader
    self.attach = attach
    self.report = report
    self.deliver = deliver
  }

  /// - Parameter userInfo: the payload. It is delivered untouched if Martlet did not send it.
  func start(_ userInfo: [AnyHashable: Any]) {
    do throws(NotificationPictureProblem) {
      handle(.received(try NotificationPicture.read(userInfo)))
    } catch {
      handle(.refused(error))
    }
  }

  func timeIsUp() {
    handle(.timeIsUp)
  }

  private func handle(_ input: DeliveryState.Input) {
    lock.lock()
    let effects = state.handle(input)
    lock.unlock()
    // Outside the lock, because each effect can call back.
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: DeliveryState.Effect) {
    switch effect {
    case .download(let picture):
      // The download keeps this object until its end.
      let cancel = loader.load(picture) { result in
        switch result {
        case .success(let file): self.handle(.loaded(file))
        case .failure(let problem): self.handle(.failed(problem))
        }
      }
      lock.lock()
      // The time can be up before the loader has returned.
      let isOver = deliver == nil
      if !isOver { self.cancel = cancel }
      lock.unlock()
      if isOver { cancel() }
    case .cancelDownload:
      lock.lock()
      let cancel = self.cancel
      lock.unlock()
      cancel?()
    case .deliver(let file): deliver(with: file)
    case .report(let problem): report(problem)
    }
  }

  private func deliver(with file: URL?) {
    var content = original
    if let file {
      if let changed = attach(original, file) { content = changed } else { report(.refused) }
    }
    lock.lock()
    let deliver = self.deliver
    self.deliver = nil
    cancel = nil
    lock.unlock()
    deliver?(content)
  }
}
