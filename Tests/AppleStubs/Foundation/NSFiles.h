// Files and folders.
#pragma once
#import <Foundation/NSProcess.h>

NS_ASSUME_NONNULL_BEGIN
// page: foundation/fileattributekey
typedef NSString *NSFileAttributeKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(FileAttributeKey);
// page: foundation/fileattributetype
typedef NSString *NSFileAttributeType NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(FileAttributeType);
// page: foundation/fileprotectiontype
typedef NSString *NSFileProtectionType NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(FileProtectionType);
// page: foundation/fileattributekey/type
extern NSFileAttributeKey const NSFileType;
// page: foundation/fileattributekey/size
extern NSFileAttributeKey const NSFileSize;
// page: foundation/fileattributekey/modificationdate
extern NSFileAttributeKey const NSFileModificationDate;
// page: foundation/fileattributekey/posixpermissions
extern NSFileAttributeKey const NSFilePosixPermissions;
// page: foundation/fileattributekey/protectionkey
extern NSFileAttributeKey const NSFileProtectionKey;
// page: foundation/fileattributetype/typeregular
extern NSFileAttributeType const NSFileTypeRegular;
// page: foundation/fileattributetype/typedirectory
extern NSFileAttributeType const NSFileTypeDirectory;
// page: foundation/fileattributetype/typesymboliclink
extern NSFileAttributeType const NSFileTypeSymbolicLink;
// page: foundation/fileprotectiontype/none
extern NSFileProtectionType const NSFileProtectionNone;
// page: foundation/fileprotectiontype/complete
extern NSFileProtectionType const NSFileProtectionComplete;
// page: foundation/fileprotectiontype/completeunlessopen
extern NSFileProtectionType const NSFileProtectionCompleteUnlessOpen;
// page: foundation/fileprotectiontype/completeuntilfirstuserauthentication
extern NSFileProtectionType const NSFileProtectionCompleteUntilFirstUserAuthentication;

// page: foundation/filemanager/searchpathdirectory
typedef NS_ENUM(NSUInteger, NSSearchPathDirectory) {
  NSLibraryDirectory = 5,
  NSDocumentDirectory = 9,
  NSCachesDirectory = 13,
  NSApplicationSupportDirectory = 14,
} NS_SWIFT_NAME(NSFileManager.SearchPathDirectory);
// page: foundation/filemanager/searchpathdomainmask
typedef NS_OPTIONS(NSUInteger, NSSearchPathDomainMask) {
  NSUserDomainMask = 1,
  NSLocalDomainMask = 2,
} NS_SWIFT_NAME(NSFileManager.SearchPathDomainMask);
// page: foundation/nshomedirectory()
extern NSString *NSHomeDirectory(void);
// page: foundation/filemanager/directoryenumerator
NS_SWIFT_NAME(NSFileManager.DirectoryEnumerator)
@interface NSDirectoryEnumerator<Element> : NSEnumerator<Element>
- (void)skipDescendants;
@end
// page: foundation/filemanager
NS_SWIFT_SENDABLE NS_SWIFT_NAME(FileManager)
@interface NSFileManager : NSObject
@property (class, readonly, strong) NSFileManager *defaultManager NS_SWIFT_NAME(default);
- (NSArray<NSURL *> *)URLsForDirectory:(NSSearchPathDirectory)directory inDomains:(NSSearchPathDomainMask)domains NS_SWIFT_NAME(urls(for:in:));
- (nullable NSURL *)containerURLForSecurityApplicationGroupIdentifier:(NSString *)group;
@property (readonly, copy) NSURL *temporaryDirectory;
- (BOOL)createDirectoryAtURL:(NSURL *)url withIntermediateDirectories:(BOOL)createsParents attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes error:(NSError **)error;
- (BOOL)createDirectoryAtPath:(NSString *)path withIntermediateDirectories:(BOOL)createsParents attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes error:(NSError **)error;
- (BOOL)setAttributes:(NSDictionary<NSFileAttributeKey, id> *)attributes ofItemAtPath:(NSString *)path error:(NSError **)error;
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfItemAtPath:(NSString *)path error:(NSError **)error;
- (nullable NSArray<NSString *> *)contentsOfDirectoryAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)copyItemAtURL:(NSURL *)from toURL:(NSURL *)to error:(NSError **)error;
- (BOOL)moveItemAtURL:(NSURL *)from toURL:(NSURL *)to error:(NSError **)error;
- (BOOL)moveItemAtPath:(NSString *)from toPath:(NSString *)to error:(NSError **)error;
- (BOOL)removeItemAtURL:(NSURL *)url error:(NSError **)error;
- (BOOL)removeItemAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)fileExistsAtPath:(NSString *)path;
- (BOOL)fileExistsAtPath:(NSString *)path isDirectory:(nullable BOOL *)isDirectory;
- (BOOL)createFileAtPath:(NSString *)path contents:(nullable NSData *)data attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes;
- (nullable NSDirectoryEnumerator<NSString *> *)enumeratorAtPath:(NSString *)path;
@end
// page: foundation/filehandle
NS_SWIFT_SENDABLE NS_SWIFT_NAME(FileHandle)
@interface NSFileHandle : NSObject <NSSecureCoding>
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardError NS_SWIFT_NAME(standardError);
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardOutput NS_SWIFT_NAME(standardOutput);
+ (nullable instancetype)fileHandleForReadingAtPath:(NSString *)path;
- (void)writeData:(NSData *)data;
- (nullable NSData *)readDataUpToLength:(NSUInteger)length error:(out NSError **)error NS_REFINED_FOR_SWIFT;
- (BOOL)closeAndReturnError:(out NSError **)error;
@end
NS_ASSUME_NONNULL_END

NS_ASSUME_NONNULL_BEGIN
// page: foundation/filehandle
@interface NSFileHandle (ForReading)
+ (nullable instancetype)fileHandleForReadingFromURL:(NSURL *)url error:(NSError **)error NS_SWIFT_NAME(init(forReadingFrom:));
@end
NS_ASSUME_NONNULL_END
