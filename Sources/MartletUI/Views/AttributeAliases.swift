// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// The compatibility modules have properties with the names of these attributes, but with UIKit's
// types, which hide them. They read and write them under these names.

extension InAppMessageUI.SlideupView.Attributes {
  package var ownMargin: Insets {
    get { margin }
    set { margin = newValue }
  }
  package var ownPadding: Insets {
    get { padding }
    set { padding = newValue }
  }
  package var ownFont: InAppMessageUI.TextStyle {
    get { font }
    set { font = newValue }
  }
  package var ownImageSize: ViewSize {
    get { imageSize }
    set { imageSize = newValue }
  }
}

extension InAppMessageUI.ModalView.Attributes {
  package var ownMargin: Insets {
    get { margin }
    set { margin = newValue }
  }
  package var ownPadding: Insets {
    get { padding }
    set { padding = newValue }
  }
  package var ownHeaderFont: InAppMessageUI.TextStyle {
    get { headerFont }
    set { headerFont = newValue }
  }
  package var ownMessageFont: InAppMessageUI.TextStyle {
    get { messageFont }
    set { messageFont = newValue }
  }
}

extension InAppMessageUI.ModalImageView.Attributes {
  package var ownMargin: Insets {
    get { margin }
    set { margin = newValue }
  }
  package var ownPadding: Insets {
    get { padding }
    set { padding = newValue }
  }
}

extension InAppMessageUI.ButtonView.Attributes {
  package var ownPadding: Insets {
    get { padding }
    set { padding = newValue }
  }
  package var ownFont: InAppMessageUI.TextStyle {
    get { font }
    set { font = newValue }
  }
}

extension InAppMessageUI.PresentationContext {
  package var ownWindowLevel: WindowLevel {
    get { windowLevel }
    set { windowLevel = newValue }
  }
  package var ownWindowScene: WindowScene? {
    get { windowScene }
    set { windowScene = newValue }
  }
}
