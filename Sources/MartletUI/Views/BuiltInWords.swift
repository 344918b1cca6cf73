// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The words that no message brings along, in the languages that they are known in.
///
/// A word is said in the language of the message, else in the person's, else in English.
enum BuiltInWords: String, CaseIterable, Sendable {
  /// Names the close control.
  case close
  /// Names a message that has no words of its own.
  case message
  /// Names what opens something and has no words of its own.
  case open
  /// Stands where a picture without alternative text is missing.
  case imageMissing

  /// - Parameters:
  ///   - message: the language of the message, BCP 47; regions do not count.
  ///   - person: that of the person.
  func text(message: String?, person: String?) -> String {
    for language in [message, person].compactMap({ $0 }) {
      if let words = Self.table[Self.key(language)] { return words[self] }
    }
    return Self.english[self]
  }

  /// The languages of the table, by their BCP 47 tag.
  static var languages: [String] { table.keys.sorted() }

  /// The row of a language: its first part, but Chinese has two scripts.
  private static func key(_ language: String) -> String {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    let isTraditional = parts.first == "zh" && parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
    return isTraditional ? "zh-hant" : parts.first.map(String.init) ?? ""
  }

  /// Every word in one language; none can be left out.
  struct Words: Equatable, Sendable {
    var close: String
    var message: String
    var open: String
    var imageMissing: String

    init(_ close: String, _ message: String, _ open: String, _ imageMissing: String) {
      self.close = close
      self.message = message
      self.open = open
      self.imageMissing = imageMissing
    }

    subscript(_ word: BuiltInWords) -> String {
      switch word {
      case .close: close
      case .message: message
      case .open: open
      case .imageMissing: imageMissing
      }
    }
  }

  static let english = Words("Close", "Message", "Open", "Image not available")
  private static let norwegian = Words("Lukk", "Melding", "Åpne", "Bildet er ikke tilgjengelig")

  static let table: [String: Words] = [
    "ar": Words("إغلاق", "رسالة", "فتح", "الصورة غير متاحة"),
    "cs": Words("Zavřít", "Zpráva", "Otevřít", "Obrázek není k dispozici"),
    "da": Words("Luk", "Besked", "Åbn", "Billedet er ikke tilgængeligt"),
    "de": Words("Schließen", "Nachricht", "Öffnen", "Bild nicht verfügbar"),
    "el": Words("Κλείσιμο", "Μήνυμα", "Άνοιγμα", "Η εικόνα δεν είναι διαθέσιμη"),
    "en": english,
    "es": Words("Cerrar", "Mensaje", "Abrir", "Imagen no disponible"),
    "et": Words("Sulge", "Sõnum", "Ava", "Pilt pole saadaval"),
    "fi": Words("Sulje", "Viesti", "Avaa", "Kuva ei ole saatavilla"),
    "fr": Words("Fermer", "Message", "Ouvrir", "Image non disponible"),
    "he": Words("סגירה", "הודעה", "פתיחה", "התמונה אינה זמינה"),
    "hi": Words("बंद करें", "संदेश", "खोलें", "चित्र उपलब्ध नहीं है"),
    "hr": Words("Zatvori", "Poruka", "Otvori", "Slika nije dostupna"),
    "hu": Words("Bezárás", "Üzenet", "Megnyitás", "A kép nem érhető el"),
    "id": Words("Tutup", "Pesan", "Buka", "Gambar tidak tersedia"),
    "it": Words("Chiudi", "Messaggio", "Apri", "Immagine non disponibile"),
    "ja": Words("閉じる", "メッセージ", "開く", "画像を表示できません"),
    "ko": Words("닫기", "메시지", "열기", "이미지를 표시할 수 없음"),
    "nb": norwegian,
    "nl": Words("Sluiten", "Bericht", "Openen", "Afbeelding niet beschikbaar"),
    "nn": Words("Lukk", "Melding", "Opne", "Biletet er ikkje tilgjengeleg"),
    "no": norwegian,
    "pl": Words("Zamknij", "Wiadomość", "Otwórz", "Obraz niedostępny"),
    "pt": Words("Fechar", "Mensagem", "Abrir", "Imagem não disponível"),
    "ro": Words("Închide", "Mesaj", "Deschide", "Imaginea nu este disponibilă"),
    "ru": Words("Закрыть", "Сообщение", "Открыть", "Изображение недоступно"),
    "sk": Words("Zavrieť", "Správa", "Otvoriť", "Obrázok nie je k dispozícii"),
    "sv": Words("Stäng", "Meddelande", "Öppna", "Bilden är inte tillgänglig"),
    "th": Words("ปิด", "ข้อความ", "เปิด", "ไม่มีรูปภาพ"),
    "tr": Words("Kapat", "Mesaj", "Aç", "Görsel kullanılamıyor"),
    "uk": Words("Закрити", "Повідомлення", "Відкрити", "Зображення недоступне"),
    "vi": Words("Đóng", "Tin nhắn", "Mở", "Không có hình ảnh"),
    "zh": Words("关闭", "消息", "打开", "图片无法显示"),
    "zh-hant": Words("關閉", "訊息", "開啟", "圖片無法顯示"),
  ]
}
