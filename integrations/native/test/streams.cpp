// Writes 64 KiB to a new file, with a file stream of C++: streams FILE.
#include <fstream>
#include <string>

int main(int count, char **arguments) {
    if (count != 2) {
        return 2;
    }
    std::fstream file(arguments[1], std::ios::out | std::ios::trunc);
    file << "some" << 1 << std::endl << std::string(65530, 'x');
    file.close();
    return file.good() ? 0 : 3;
}
