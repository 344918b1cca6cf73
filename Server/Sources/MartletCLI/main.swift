import ArgumentParser
import MartletServer

print("martlet")
